import type { JudgingContext } from '@/features/judging/commands';

type Props = Readonly<{ hint: string | null; context: JudgingContext }>;

/** One line above the grades, always there so that nothing moves: what is missing, or what is selected. */
export function HintLine({ hint, context }: Props) {
  return (
    <div className="hint">
      <span role="alert">{context.hasSelection ? null : hint}</span>
      {context.hasSelection && (
        // The press must not take the selection away before the click marks it.
        <button
          type="button"
          onPointerDown={(event) => event.preventDefault()}
          onClick={context.mark}
        >
          Mark the selected words
        </button>
      )}
    </div>
  );
}
