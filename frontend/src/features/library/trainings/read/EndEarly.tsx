import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Training } from '@/api/types';
import { keyOf } from '@/api/keyOf';
import { post } from '@/api/calls';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

/** Takes the best model so far, as if all steps were taken. */
export function EndEarly({ training: { name, status, best } }: Readonly<{ training: Training }>) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => post('/api/trainings/steer', {}, { name, action: 'end' }),
    onSuccess: (training) => client.setQueryData(keyOf('/api/trainings/one', { name }), training),
  });
  if (best === null || (status !== 'running' && status !== 'paused')) return null;
  return (
    <>
      <p className={buttons.actions}>
        <Button look="second" disabled={isPending} onClick={() => mutate()}>
          End with the best model
        </Button>
        <span className={text.soft}>No further step is taken.</span>
      </p>
      <ErrorMessage error={error} />
    </>
  );
}
