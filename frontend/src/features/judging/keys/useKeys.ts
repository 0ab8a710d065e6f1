import { useLayoutEffect } from 'react';
import { commandFor } from '@/features/judging/keys/commands';
import type { Command, JudgingContext } from '@/features/judging/keys/commands';
import { isTyping } from '@/shared/browser/isTyping';

const isPlainDigit = ({ key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  /^\d$/.test(key) && !repeat && !altKey && !ctrlKey && !metaKey;

type Miss = (key: string) => void;

/** Lets key presses anywhere on the page run the commands; a digit that chooses nothing is a miss. */
export function useKeys(commands: readonly Command[], context: JudgingContext, onMiss: Miss): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const typing = isTyping(event.target);
      const command = commandFor(event, commands, context, typing);
      if (command !== undefined) {
        event.preventDefault();
        command.run(context, event);
      } else if (!typing && isPlainDigit(event)) onMiss(event.key);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [commands, context, onMiss]);
}
