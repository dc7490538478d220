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
