/** As narrow as the stylesheets take a phone to be, now. */
export const isPhone = (): boolean => window.matchMedia('(max-width: 600px)').matches;
