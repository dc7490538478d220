/** A key, or keys pressed together: "Ctrl K". */
export function Kbd({ keys }: { keys: string }) {
  return keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>);
}
