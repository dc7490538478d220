// Exits with 0 when the application in this container accepts requests: for HEALTHCHECK, where there is no curl.
const url = `http://127.0.0.1:${process.env['PORT'] || 3000}/readyz`;
const ready = await fetch(url, { signal: AbortSignal.timeout(2_500) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(ready ? 0 : 1);
