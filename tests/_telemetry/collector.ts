import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: it begins a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly service: string;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface Collector {
  readonly url: string;
  /** In the order in which they came. */
  readonly spans: readonly SeenSpan[];
  /** Everything that came, as it stood on the wire. */
  readonly text: () => string;
  close(): void;
}

/** Takes traces over OTLP/HTTP in JSON, as a real collector does. */
export async function openCollector(): Promise<Collector> {
  const spans: SeenSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      if (request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(body) as Export));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => bodies.join('\n'),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        attributes: Attribute[];
      }[];
    }[];
  }[];
}

const recordOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

const spansIn = ({ resourceSpans }: Export): SeenSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId = '', name, kind, attributes }) => ({
        traceId,
        spanId,
        parentSpanId,
        name,
        kind,
        service: String(recordOf(resource.attributes)['service.name']),
        attributes: recordOf(attributes),
      })),
  );
