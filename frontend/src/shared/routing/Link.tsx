import type { ComponentProps, MouseEvent } from 'react';
import { useLocation, useNavigate } from '@/shared/routing/location';

type Props = Omit<ComponentProps<'a'>, 'href'> & Readonly<{ to: string }>;

/** Whether the browser is not asked for more, as for another tab. */
export const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

/** A link to a page of ours, which needs no document to be loaded. */
export function Link({ to, onClick, ...props }: Props) {
  const navigate = useNavigate();
  return (
    <a
      {...props}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event)) return;
        event.preventDefault();
        navigate(to);
      }}
    />
  );
}

/** A link that says whether it leads to this page or, but for `end`, to one above it. */
export function NavLink({ end = false, ...props }: Props & { end?: boolean }) {
  const { pathname } = useLocation();
  const isHere = pathname === props.to || (!end && pathname.startsWith(`${props.to}/`));
  return <Link {...props} {...(isHere && { 'aria-current': 'page' as const })} />;
}
