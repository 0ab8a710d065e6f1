import { Suspense } from 'react';
import { Outlet } from '@/shared/routing/Routes';
import { Waiting } from '@/shared/ui/requests/Waiting';

/** The organizers' and researchers' pages. */
export default function Workbench() {
  return (
    <Suspense fallback={<Waiting label="Opening the page" />}>
      <Outlet />
    </Suspense>
  );
}
