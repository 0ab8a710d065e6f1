import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from '@/shared/ui/Menu.module.css';

type Props = Readonly<{
  /** What the button opens, in words. */
  label: string;
  /** Links and buttons, one below the other. */
  children: ReactNode;
}>;

const GAP = 4;

/** Right below the button, or above it if there is no room. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { offsetHeight: height, offsetWidth: width } = menu;
  const isBelow = bottom + GAP + height <= window.innerHeight || top < height + GAP;
  menu.style.top = `${isBelow ? bottom + GAP : top - GAP - height}px`;
  menu.style.left = `${Math.max(GAP, right - width)}px`;
}

/** Closes the menu that an element is in, if any. */
export const closeMenu = (inside: Element): void =>
  inside.closest<HTMLElement>('[popover]')?.hidePopover();

/**
 * Actions behind a button. Escape, a press elsewhere, and a link that is followed close it. A button in it closes it
 * once its action succeeded: until then, and for an error, the menu stays open.
 */
export function Menu({ label, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        popoverTarget={id}
        aria-label={label}
        title={label}
      >
        <span aria-hidden>⋯</span>
      </button>
      <div
        id={id}
        popover="auto"
        className={styles.menu}
        onToggle={({ currentTarget: menu, newState }) => {
          if (newState === 'open' && button.current !== null) place(menu, button.current);
        }}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a') !== null) closeMenu(target);
        }}
      >
        {children}
      </div>
    </>
  );
}
