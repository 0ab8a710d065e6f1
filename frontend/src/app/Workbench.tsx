import { createTheme, MantineProvider } from '@mantine/core';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { useShade } from '@/shared/appearance';
import { Waiting } from '@/shared/ui/Waiting';
import '@/app/mantineStyles';
import '@/app/workbench.css';

const theme = createTheme({
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

/** The organizers' and researchers' pages: here, and only here, Mantine is loaded. */
export default function Workbench() {
  return (
    <MantineProvider theme={theme} forceColorScheme={useShade()}>
      <div className="workbench">
        <Suspense fallback={<Waiting label="Opening the page" />}>
          <Outlet />
        </Suspense>
      </div>
    </MantineProvider>
  );
}
