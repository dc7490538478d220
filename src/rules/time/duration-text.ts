/** Duration as a clock: "0:41", "11:48", "1:05:20". */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3_600);
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  return hours === 0 ? `${Number(parts[0])}:${parts[1]}` : `${hours}:${parts.join(':')}`;
}
