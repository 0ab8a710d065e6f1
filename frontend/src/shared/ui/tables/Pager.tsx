import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{
  /** From 1 on. */
  page: number;
  nPages: number;
  /** What is paged, in the plural. */
  of: string;
  onChange: (page: number) => void;
}>;

/** From one page to the next; nothing where there is but one. */
export function Pager({ page, nPages, of, onChange }: Props) {
  if (nPages < 2) return null;
  return (
    <nav aria-label={`Pages of ${of}`} className={cx(buttons.actions, parts.pager)}>
      <Button look="second" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <span className={text.softNumber}>
        Page {page} of {nPages}
      </span>
      <Button look="second" disabled={page >= nPages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
