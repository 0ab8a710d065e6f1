import { CheckField } from '@/shared/ui/fields/CheckField';

type Props = Readonly<{ checked: boolean; onChange: (checked: boolean) => void }>;

/** What the command takes for the same. */
export const asKeepFirst = (keepsFirst: boolean): string => (keepsFirst ? ' --keep-first' : '');

/** Whether runs are read that list a passage twice in a topic. */
export function KeepFirst(props: Props) {
  return (
    <CheckField
      label="Runs may list a passage twice in a topic"
      hint="The line that stands first counts. Otherwise the run is rejected."
      {...props}
    />
  );
}
