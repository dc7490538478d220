/** Files under `from` may import `allowed` and nothing else. */
const only = (name, from, allowed, comment, to = {}) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { pathNot: allowed, ...to },
});
const DUMPING_GROUND = '^(src|server)/.*\\b(utils?|helpers?|misc|common|lib|shared)(/|\\.tsx?$)';
const contract = '^src/api/contract/';
const rules = '^src/rules/';
const brands = '^src/brands/';
/** Waits for the network. The kit's `lazyPart` needs it, too. */
const PART_LOADER = '^src/actors/_frame/load-part\\.ts$';
const pkg = (...names) => names.map((name) => `node_modules/${name}/`);

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    only('contract-is-pure', contract, [contract, ...pkg('zod')], 'Browser and server load it.'),
    only(
      'rules-are-pure',
      '^src/rules/(?!workflows/|statecharts/|.*\\.machine\\.ts$)',
      [rules, contract, brands, ...pkg('@internationalized/date')],
      'Both sides decide with them.',
    ),
    only(
      'some-rules-are-statecharts',
      '^src/rules/(workflows/|statecharts/|.*\\.machine\\.ts$)',
      [rules, contract, ...pkg('xstate')],
      'The pure transition function decides on both sides.',
    ),
    only('brands-are-data', brands, [brands], 'Data only.'),
    only(
      'machines-are-blueprints',
      '^src/machines/',
      ['^src/machines/', contract, rules, ...pkg('xstate')],
      'No React, RxJS, DOM: effects enter through ports.',
    ),
    only(
      'realtime-is-streams',
      '^src/realtime/',
      ['^src/realtime/', contract, ...pkg('rxjs')],
      'Knows the wire, not the actors.',
    ),
    only('api-is-http', '^src/api/(?!contract/)', ['^src/api/', ...pkg('zod')], 'Knows the wire, not the actors.'),
    only(
      'stores-hold-data',
      '^src/store/',
      ['^src/store/', contract, rules, brands, ...pkg('@xstate/store', 'xstate')],
      'Client data without modes.',
    ),
    only(
      'actors-are-adapters',
      '^src/actors/',
      [
        '^src/(actors|machines|api|realtime|store)/',
        rules,
        ...pkg('xstate', 'rxjs', '@tanstack/query-core', '@xstate/store', '@twilio/voice-sdk'),
      ],
      'No React here.',
    ),
    only(
      'views-are-thin',
      '^src/views/(?!_app/|_base/|_resource/|_kit/|_frame/)',
      [
        '^src/(views|machines|brands|rules|store|styles)/',
        contract,
        '\\.css$',
        ...pkg(
          'react',
          'react-dom',
          '@xstate/react',
          '@xstate/store-react',
          'xstate',
          '@stripe/react-stripe-js',
          '@stripe/stripe-js',
          '@tanstack/react-router',
          '@tanstack/react-virtual',
          'react-aria-components',
          'lucide-react',
          '@dagrejs/dagre',
          'libphonenumber-js',
          'zod',
        ),
      ],
      'Views read snapshots and send events.',
    ),
    {
      name: 'only-addresses-have-schemas',
      severity: 'error',
      comment: 'A feature reads search params by a schema; everything else is checked by the contract.',
      from: { path: '^src/views/(?!_)', pathNot: '(\\.routes\\.tsx|-search\\.ts)$' },
      to: { path: 'node_modules/zod/' },
    },
    {
      name: 'features-never-import-the-app',
      severity: 'error',
      comment: '_app composes the features.',
      from: { path: '^src/views/(?!_app/)' },
      to: { path: '^src/views/_app/' },
    },
    {
      name: 'base-knows-no-feature',
      severity: 'error',
      comment: 'Features build on it.',
      from: { path: '^src/views/_base/' },
      to: { path: '^src/views/(?!_base/|_kit/|_frame/)' },
    },
    only(
      'pages-of-plain-resources-know-no-feature',
      '^src/views/_resource/',
      [
        '^src/views/(_resource|_base|_kit|_frame)/',
        rules,
        contract,
        '\\.css$',
        ...pkg('react', '@tanstack/react-router', 'lucide-react', 'react-hook-form', '@hookform/resolvers', 'zod'),
      ],
      'List, panel and form of whatever resource the contract describes.',
    ),
    only(
      'kit-knows-no-feature',
      '^src/views/(_kit|_frame)/',
      [
        '^src/views/(_kit|_frame)/',
        PART_LOADER,
        brands,
        rules,
        contract,
        '\\.css$',
        ...pkg('react', 'react-dom', 'react-aria-components', 'lucide-react'),
      ],
      'Parts that every feature uses.',
    ),
    {
      name: 'only-the-composition-imports-actors',
      severity: 'error',
      from: { path: '^src/views/(?!_app/|_base/)' },
      to: { path: '^src/(actors|api/(?!contract/)|realtime)/', pathNot: PART_LOADER },
    },
    only(
      'server-shares-only-contract-rules-brands',
      '^server/',
      ['^server/', contract, rules, brands, ...pkg('.*')],
      'Nothing else crosses.',
      { dependencyTypesNot: ['core'] },
    ),
    { name: 'browser-never-loads-server', severity: 'error', from: { path: '^src/' }, to: { path: '^server/' } },
    {
      name: 'sql-stays-home',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/' },
      // What a selection of contacts means, who sees a contact, how contacts are locked, whom a manager manages and which changes are undone has one answer for all features.
      to: {
        path: '\\.sql\\.ts$',
        pathNot: [
          '^server/features/$1/',
          '^server/features/bulk/selection\\.sql\\.ts$',
          '^server/features/users/managed-people\\.sql\\.ts$',
          '^server/features/contacts/(contact-visibility|lock-contacts|undone-versions)\\.sql\\.ts$',
        ],
      },
    },
    {
      name: 'server-knows-no-react',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: 'node_modules/(react|xstate|rxjs)/' },
    },
    { name: 'no-dumping-ground', severity: 'error', from: { path: DUMPING_GROUND }, to: {} },
    { name: 'no-dumping-ground-import', severity: 'error', from: {}, to: { path: DUMPING_GROUND } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default', 'types'] },
  },
};
