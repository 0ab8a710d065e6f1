/** "about 40 min", as one says it: nobody plans by the minute. */
export function aboutHowLong(minutes: number): string {
  if (minutes < 1.5) return 'about a minute';
  if (minutes < 10) return `about ${Math.round(minutes)} min`;
  if (minutes < 57.5) return `about ${Math.round(minutes / 5) * 5} min`;
  const hours = Math.round(minutes / 30) / 2;
  const whole = Math.floor(hours);
  return `about ${whole}${hours > whole ? '½' : ''} h`;
}
