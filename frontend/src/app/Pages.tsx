import { lazy, Suspense } from 'react';
import { Route, Routes } from '@/shared/routing/Routes';
import { Waiting } from '@/shared/ui/requests/Waiting';

const Judge = lazy(() => import('@/features/judging/page/Judge'));
const FramedPages = lazy(() => import('@/app/FramedPages'));

/** The judging page shares only React, routing and queries with the rest, and loads nothing of it. */
export function Pages() {
  return (
    <Suspense fallback={<Waiting label="Opening the page" />}>
      <Routes>
        <Route path="/judge/:id" element={<Judge />} />
        <Route path="*" element={<FramedPages />} />
      </Routes>
    </Suspense>
  );
}
