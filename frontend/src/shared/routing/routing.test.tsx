import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Link, NavLink } from '@/shared/routing/Link';
import { BrowserRouter, useLocation } from '@/shared/routing/location';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { match } from '@/shared/routing/match';
import { Navigate, Outlet, Route, Routes, useParams } from '@/shared/routing/Routes';

it.each([
  ['/campaigns/:id', '/campaigns/7', { id: '7' }],
  ['/campaigns/:id', '/Campaigns/7/', { id: '7' }],
  ['/campaigns/:id', '/campaigns/a%20b', { id: 'a b' }],
  ['/campaigns/:id', '/campaigns/%', { id: '%' }],
  ['/campaigns/:id', '/campaigns/7/people', null],
  ['/', '/', {}],
  ['/', '/login', null],
  ['*', '/any/thing', {}],
])('%s on %s', (pattern, pathname, params) => {
  expect(match(pattern, pathname)).toEqual(params);
});

function Frame() {
  return (
    <nav>
      <NavLink to={`/campaigns/${useParams().id ?? ''}`} end>
        Board
      </NavLink>
      <Link to="?step=two#there">Step</Link>
      <Outlet />
    </nav>
  );
}

function Where() {
  const { pathname, search, hash } = useLocation();
  return <p>{`${pathname}${search}${hash}`}</p>;
}

const pages = (
  <Routes>
    <Route index element={<p>Home</p>} />
    <Route path="/old" element={<Navigate to="/campaigns/7/people" replace />} />
    <Route path="/campaigns/new" element={<p>New</p>} />
    <Route path="/campaigns/:id" element={<Frame />}>
      <Route index element={<p>Board of it</p>} />
      <Route path="people" element={<Where />} />
    </Route>
    <Route path="*" element={<p>Nothing there</p>} />
  </Routes>
);

it.each([
  ['/', 'Home'],
  ['/old', '/campaigns/7/people'],
  ['/campaigns/new', 'New'],
  ['/campaigns/7', 'Board of it'],
  ['/campaigns/7/people', '/campaigns/7/people'],
  ['/campaigns/7/none', 'Nothing there'],
])('%s shows %s', (at, text) => {
  render(<MemoryRouter at={at}>{pages}</MemoryRouter>);
  expect(screen.getByText(text)).toBeTruthy();
});

it('a link leads on without a load, and back again; a marked one is that of the page', async () => {
  window.history.replaceState(null, '', '/campaigns/7');
  render(<BrowserRouter>{pages}</BrowserRouter>);
  expect(screen.getByText('Board').getAttribute('aria-current')).toBe('page');
  window.history.pushState(null, '', '/campaigns/7/people');
  await act(async () => {
    window.dispatchEvent(new PopStateEvent('popstate'));
    await Promise.resolve();
  });
  expect(screen.getByText('Board').getAttribute('aria-current')).toBeNull();
  fireEvent.click(screen.getByText('Step'));
  expect(await screen.findByText('/campaigns/7/people?step=two#there')).toBeTruthy();
  fireEvent.click(screen.getByText('Board'));
  expect(await screen.findByText('Board of it')).toBeTruthy();
  window.history.replaceState(null, '', '/');
});

it('a link that is to open elsewhere is left to the browser', () => {
  render(<MemoryRouter at="/campaigns/7/people">{pages}</MemoryRouter>);
  let isTaken = true;
  const look = (event: Event): void => {
    isTaken = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', look, { once: true });
  fireEvent.click(screen.getByText('Board'), { ctrlKey: true });
  expect(isTaken).toBe(false);
  expect(screen.getByText('/campaigns/7/people')).toBeTruthy();
});
