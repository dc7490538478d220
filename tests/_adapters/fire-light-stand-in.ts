import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const FIRELIGHT_USER = { userName: 'agency', password: 'secret' } as const;

export interface FireLightStandIn {
  readonly baseUrl: string;
  /** Messages that came, as XML. */
  readonly heard: string[];
  /** What goes wrong instead of a success; a text: a refusal with that reason. */
  trouble: 'silent' | 'nonsense' | 'endless' | 500 | { readonly refuses: string } | null;
  close(): void;
}

/** Speaks FireLight's side: takes ACORD messages with basic authentication, and answers each by its reference. */
export async function openFireLightStandIn(): Promise<FireLightStandIn> {
  const heard: string[] = [];
  let trouble: FireLightStandIn['trouble'] = null;
  const basic = Buffer.from(`${FIRELIGHT_USER.userName}:${FIRELIGHT_USER.password}`).toString('base64');
  const server = createServer((request, response) => {
    void text(request).then((xml) => {
      if (trouble === 'silent') return;
      if (request.headers.authorization !== `Basic ${basic}`) return response.writeHead(401).end();
      if (request.method !== 'POST' || request.url !== '/EGApp/NewBusiness') return response.writeHead(404).end();
      heard.push(xml);
      if (trouble === 500) return response.writeHead(500).end('<html>Server Error</html>');
      if (trouble === 'nonsense') return response.writeHead(200).end('<html>Welcome</html>');
      const reference = /<TransRefGUID>([\w-]+)<\/TransRefGUID>/u.exec(xml)?.[1] ?? '';
      if (trouble === 'endless') return response.writeHead(200).end(answer(reference, null) + ' '.repeat(2_000_000));
      response.writeHead(200, { 'content-type': 'application/xml' }).end(answer(reference, trouble?.refuses ?? null));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    get trouble() {
      return trouble;
    },
    set trouble(next) {
      trouble = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(reference: string, refused: string | null): string {
  const result =
    refused === null
      ? '<ResultCode tc="1">Success</ResultCode>'
      : `<ResultCode tc="5">Failure</ResultCode><ResultInfo><ResultInfoDesc>${refused}</ResultInfoDesc></ResultInfo>`;
  return `<?xml version="1.0"?><TXLife xmlns="http://ACORD.org/Standards/Life/2"><TXLifeResponse>
    <TransRefGUID>${reference}</TransRefGUID><TransResult>${result}</TransResult></TXLifeResponse></TXLife>`;
}
