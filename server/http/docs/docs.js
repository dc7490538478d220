// The page of the API: Swagger UI on this server's own document.

const dark = matchMedia('(prefers-color-scheme: dark)');
const dress = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dress();
dark.addEventListener('change', dress);

/** Says for whom the browser acts, as every page of the app does; a program with a key does not. */
async function sayForWhom(request) {
  if (request.loadSpec || request.headers.Authorization || request.headers['x-identity']) return request;
  const answer = await fetch('/v1/users/me');
  if (answer.ok) {
    const { data } = await answer.json();
    request.headers['x-identity'] = `${data.id}:${data.identity.length - 1}`;
  }
  return request;
}

/** Two things that a screen reader misses: a link inside of a button, and a field without a name. One server needs no choice. */
const accessible = {
  components: { DeepLink: ({ text }) => text, ServersContainer: () => null },
  wrapComponents: {
    TextArea: (TextArea, { React }) => (props) => React.createElement(TextArea, { 'aria-label': 'Body', ...props }),
  },
};

addEventListener('DOMContentLoaded', () => {
  SwaggerUIBundle({
    url: '/docs/openapi-3.0.json',
    dom_id: '#docs',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    validatorUrl: null,
    requestInterceptor: sayForWhom,
    plugins: [() => accessible],
  });
});
