interface MailLineProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  maxLength?: number;
}

/** A line of a mail above its text. */
export function MailLine({ label, value, onChange, ...input }: MailLineProps) {
  return (
    <label className="composer-line">
      <span className="soft">{label}</span>
      <input type="text" {...input} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </label>
  );
}
