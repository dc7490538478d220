import { type DragEvent, useState } from 'react';

/** Makes an element accept dropped files, like the button next to it. `null`: accepts none. */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | null) {
  const [over, setOver] = useState(false);
  if (onFiles === null) return { over: false };
  return {
    over,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
}
