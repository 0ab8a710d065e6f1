import { MantineProvider } from '@mantine/core';
import { Suspense } from 'react';
import { Outlet } from '@/shared/routing/Routes';
import { useShade } from '@/shared/appearance';
import { Waiting } from '@/shared/ui/Waiting';
import { theme } from '@/app/mantineTheme';
import '@/app/mantineStyles';
import '@/app/mantineTheme.css';
import '@/app/workbench.css';

/**
 * The organizers' and researchers' pages: here, and only here, Mantine is loaded. The content policy
 * takes styles from files alone, so Mantine writes none into the document.
 */
export default function Workbench() {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useShade()}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <div className="workbench">
        <Suspense fallback={<Waiting label="Opening the page" />}>
          <Outlet />
        </Suspense>
      </div>
    </MantineProvider>
  );
}
