import { useMutation } from '@tanstack/react-query';
import type { OwnRecord } from '@/api/types';
import { readAll } from '@/features/judging/api/membership';
import { sentence } from '@/shared/errors';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';

function save(name: string, data: unknown): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

type Props = Readonly<{ record: OwnRecord }>;

/** Everything in one file, to keep. */
export function DownloadButton({ record }: Props) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => readAll(record),
    onSuccess: (all) => save(`${record.campaign.name}-${record.membership.pseudonym}.json`, all),
  });
  return (
    <>
      <button type="button" className={buttons.flush} disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Fetching everything…' : 'Download everything as one file'}
      </button>
      {error !== null && (
        <span role="alert" className={text.wrong}>
          {sentence(error)}
        </span>
      )}
    </>
  );
}
