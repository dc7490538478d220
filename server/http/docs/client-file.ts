/** The package of the API client, in the folder of the built pages; `bin/client.ts` makes it. Pages serve no hidden folders. */
export const CLIENT_FILE = '.client/bellwether-client.tgz';
