import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShade } from '@/shared/browser/appearance';
import { theme } from '@/shared/ui/fields/mantine/theme';
import '@/shared/ui/fields/mantine/styles';
import '@/shared/ui/fields/mantine/theme.css';
import '@/shared/ui/fields/mantine/colours.css';

/**
 * The provider around a control of Mantine. The content policy allows styles from files alone, so
 * Mantine writes none into the document.
 */
export function Mantine({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useShade()}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <div data-combo>{children}</div>
    </MantineProvider>
  );
}
