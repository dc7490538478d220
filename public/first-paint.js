// Shows the person's display options before the first paint. The key and the shape are those of src/store/display.store.ts.
try {
  const options = JSON.parse(localStorage.getItem('bellwether.display.v1') ?? 'null');
  if (options !== null) {
    const { dataset } = document.documentElement;
    dataset.size = options.font_size;
    dataset.primary = options.primary_color;
    dataset.bg = options.background;
  }
} catch {
  // Without storage the page begins as it is.
}

// Every page but the contact list loads parts at once, so the list of their files comes beside the first script.
const parts = document.querySelector('meta[name=lazy-parts]')?.content;
if (parts && !/^\/(contacts\/?)?$/u.test(location.pathname)) {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: '', href: parts });
  document.head.append(link);
}
