import { createTheme } from '@mantine/core';

/** What it adds to Mantine's own theme is in theme.css; a test keeps the two in step. */
export const theme = createTheme({
  fontFamily: 'inherit',
  primaryColor: 'ink-blue',
  primaryShade: { light: 7, dark: 4 },
  defaultRadius: 'md',
  colors: {
    'ink-blue': [
      '#eef4fa',
      '#d9e5f1',
      '#b7cfe6',
      '#a0c1e3',
      '#8ab4e0',
      '#6292c2',
      '#4577a6',
      '#2f5d8a',
      '#244b72',
      '#183552',
    ],
  },
});
