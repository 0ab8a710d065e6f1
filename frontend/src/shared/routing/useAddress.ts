import { useEffect, useRef, useState } from 'react';
import { addressOf } from '@/shared/routing/address';
import { useLatestSearch, useNavigate, useSearchParams } from '@/shared/routing/location';

export type ChangeAddress = (part: Readonly<Record<string, string>>) => void;

/**
 * What is chosen on a page, kept in its address; '' takes a choice out of it. A change holds at once: the address follows
 * when the page has been drawn. A change that comes late, of an upload say, keeps what was chosen meanwhile.
 */
export function useAddress(path: string): readonly [URLSearchParams, ChangeAddress] {
  const params = useSearchParams();
  const navigate = useNavigate();
  const latestSearch = useLatestSearch();
  const [asked, setAsked] = useState({ from: '', to: '' });
  const here = params.toString();
  const chosen = asked.from === here && asked.to !== '' ? new URLSearchParams(asked.to) : params;
  const latest = useRef(here);
  useEffect(() => {
    latest.current = here;
  });
  const change: ChangeAddress = (part) => {
    const now = new URLSearchParams(latestSearch());
    const to = addressOf({ ...Object.fromEntries(now), ...part });
    setAsked({ from: latest.current, to });
    navigate(`${path}?${to}`, { replace: true });
  };
  return [chosen, change];
}

/** Keeps in the address which page of a list is shown. */
export const toPage =
  (change: ChangeAddress) =>
  (page: number): void =>
    change({ page: String(page) });

/** The page of a list in an address, from 1 on; the first where it names none. */
export function pageOf(params: URLSearchParams, name = 'page'): number {
  const page = Number(params.get(name) ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** The choice of this name in an address; what is not there, or not offered, is the first one offered. */
export function chosenOf(
  params: URLSearchParams,
  name: string,
  offered: readonly string[],
): string {
  const asked = params.get(name) ?? '';
  return offered.includes(asked) ? asked : (offered[0] ?? '');
}
