import { useLayoutEffect } from 'react';
import { commandFor } from '@/features/judging/commands';
import type { Command, JudgingContext } from '@/features/judging/commands';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Lets key presses anywhere on the page run the commands. */
export function useKeys(commands: readonly Command[], context: JudgingContext): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const command = commandFor(event, commands, context, isTyping(event.target));
      if (command === undefined) return;
      event.preventDefault();
      command.run(context, event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [commands, context]);
}
