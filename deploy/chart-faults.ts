/** The parts of a Kubernetes object that the checks read. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  /** Absent: a ConfigMap. */
  readonly spec: Spec;
}

type Labels = Readonly<Record<string, string>>;

interface Spec {
  readonly replicas?: number;
  readonly selector?: Labels & { readonly matchLabels?: Labels };
  readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
  readonly scaleTargetRef?: { readonly name: string };
  readonly rules?: readonly { http: { paths: readonly { backend: { service: { name: string } } }[] } }[];
}

interface Pod {
  readonly automountServiceAccountToken?: boolean;
  readonly securityContext?: { readonly runAsNonRoot?: boolean; readonly runAsUser?: number };
  readonly containers: readonly Container[];
  readonly volumes?: readonly { readonly name: string }[];
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
  readonly env?: readonly { readonly name: string; readonly value?: unknown; readonly valueFrom?: object }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly readinessProbe?: object;
}

/** Roles that `server/main.ts` runs as a container of its own. */
const ROLES = ['web', 'jobs', 'voice', 'migrate'];
/** The container that serves agencies' own domains, of another image. */
const PROXY = 'domains';

/** Lists the problems of a rendered chart's objects, one sentence each. */
export function chartFaults(objects: readonly KubernetesObject[]): string[] {
  const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  return [
    ...twice.map((name) => `${name} is there twice`),
    ...objects.flatMap((object) =>
      // A ConfigMap has no spec.
      object.kind === 'ConfigMap' ? [] : [...podFaults(object), ...referenceFaults(object, objects)],
    ),
  ];
}

function podFaults({ kind, metadata, spec }: KubernetesObject): string[] {
  const pod = spec.template?.spec;
  if (pod === undefined) return [];
  const where = `${kind}/${metadata.name}`;
  const volumes = (pod.volumes ?? []).map(({ name }) => name);
  const claims: [string, boolean][] = [
    ['runs as root', pod.securityContext?.runAsNonRoot === true && (pod.securityContext.runAsUser ?? 0) > 0],
    ['hands out a service account', pod.automountServiceAccountToken === false],
    ...pod.containers.flatMap((container) => containerClaims(container, kind, volumes)),
  ];
  return claims.filter(([, holds]) => !holds).map(([fault]) => `${where} ${fault}`);
}

function containerClaims(container: Container, kind: string, volumes: readonly string[]): [string, boolean][] {
  const { name, image, args = [], securityContext: rights, env = [], volumeMounts = [], resources } = container;
  const paths = volumeMounts.map(({ mountPath }) => mountPath);
  return [
    [`${name} can gain rights`, rights?.allowPrivilegeEscalation === false],
    [`${name} can write its root`, rights?.readOnlyRootFilesystem === true],
    [`${name} keeps capabilities`, rights?.capabilities?.drop?.includes('ALL') === true],
    [`${name} has no place to write`, ['/data', '/tmp'].every((path) => paths.includes(path))],
    [`${name} mounts what is not there`, volumeMounts.every((mount) => volumes.includes(mount.name))],
    [
      `${name} has an image without a version`,
      /(:[^:/]+|@sha256:[0-9a-f]{64})$/.test(image) && !image.endsWith(':latest'),
    ],
    [`${name} runs no known role`, name === PROXY || (args.length === 1 && ROLES.includes(args[0] ?? ''))],
    [
      `${name} has a setting that is no text`,
      env.every(({ value, valueFrom }) => typeof value === 'string' || valueFrom !== undefined),
    ],
    [`${name} says not what it needs`, resources?.requests !== undefined && resources.limits !== undefined],
    [
      `${name} is never known to be ready`,
      kind !== 'Deployment' || name !== 'web' || container.readinessProbe !== undefined,
    ],
  ];
}

/** Selectors that find their pods, and names that are there. */
function referenceFaults({ kind, metadata, spec }: KubernetesObject, objects: readonly KubernetesObject[]): string[] {
  const where = `${kind}/${metadata.name}`;
  const wanted = kind === 'Service' ? spec.selector : spec.selector?.matchLabels;
  const pods = objects.flatMap((object) => (object.spec?.template ? [object.spec.template.metadata.labels] : []));
  const isFound =
    wanted === undefined ||
    pods.some((labels) => Object.entries(wanted).every(([key, value]) => labels[key] === value));
  const services = spec.rules?.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service.name)) ?? [];
  const has = (sort: string, name: string) =>
    objects.some((other) => other.kind === sort && other.metadata.name === name);
  return [
    ...(isFound ? [] : [`${where} selects no pod`]),
    ...services.filter((name) => !has('Service', name)).map((name) => `${where} leads to ${name}, which is not there`),
    ...(spec.scaleTargetRef === undefined || has('Deployment', spec.scaleTargetRef.name)
      ? []
      : [`${where} scales ${spec.scaleTargetRef.name}, which is not there`]),
  ];
}
