import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chartFaults, type KubernetesObject } from '../../deploy/chart-faults.ts';

const CHART = 'deploy/helm/bellwether';
type Tree = { readonly [key: string]: unknown };

const values = parse(readFileSync(`${CHART}/values.yaml`, 'utf8')) as Tree;
const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as Tree;
const templates = globSync(`${CHART}/templates/*`)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const used = [...new Set([...templates.matchAll(/\$?\.Values\.([\w.]+)/gu)].map(([, path]) => path ?? ''))];

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values that are handed to Kubernetes or to a loop as they are. */
const WHOLE = [
  'settings',
  'nodeSelector',
  'tolerations',
  'ingress.annotations',
  'web.resources',
  'jobs.resources',
  'voice.resources',
  'migrate.resources',
  'domains.resources',
];

const pathsOf = (tree: Tree, before = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const path = before + key;
    return isTree(value) && !WHOLE.includes(path) ? pathsOf(value, `${path}.`) : [path];
  });

const schemaAt = (path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, key) => (isTree(at) && isTree(at['properties']) ? at['properties'][key] : undefined), schema);

describe('the chart', () => {
  test('uses the values that it documents, all of them', () => {
    expect(used.toSorted()).toEqual(pathsOf(values).toSorted());
  });

  test('has a rule for every value', () => {
    expect(used.filter((path) => schemaAt(path) === undefined)).toEqual([]);
  });

  test('is of the version of the application', () => {
    const { appVersion } = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8')) as { appVersion: string };
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

    expect(appVersion).toBe(version);
  });

  test('asks on the paths that the server answers', () => {
    const asked = [...templates.matchAll(/httpGet: \{ path: (\S+),/gu)].map(([, path]) => path);

    expect(new Set(asked)).toEqual(new Set(['/health', '/healthz', '/readyz']));
  });
});

const sound: KubernetesObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'crm-jobs' },
  spec: {
    selector: { matchLabels: { part: 'jobs' } } as never,
    template: {
      metadata: { labels: { part: 'jobs' } },
      spec: {
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001 },
        volumes: [{ name: 'files' }, { name: 'tmp' }],
        containers: [
          {
            name: 'jobs',
            image: 'bellwether:1.0.0',
            args: ['jobs'],
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            volumeMounts: [
              { name: 'files', mountPath: '/data' },
              { name: 'tmp', mountPath: '/tmp' },
            ],
            resources: { requests: {}, limits: {} },
          },
        ],
      },
    },
  },
};

describe('the check of a rendered chart', () => {
  test('has nothing to say about a sound object', () => expect(chartFaults([sound])).toEqual([]));

  test('finds a container that may write its root', () => {
    const text = JSON.stringify(sound).replace('"readOnlyRootFilesystem":true', '"readOnlyRootFilesystem":false');
    const open = JSON.parse(text) as KubernetesObject;

    expect(chartFaults([open])).toEqual(['Deployment/crm-jobs jobs can write its root']);
  });

  test('finds a service that selects nothing', () => {
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { selector: { part: 'web' } },
    };

    expect(chartFaults([sound, service])).toEqual(['Service/web selects no pod']);
  });

  test('finds duplicate objects', () => {
    expect(chartFaults([sound, sound])).toEqual(['Deployment/crm-jobs is there twice']);
  });
});
