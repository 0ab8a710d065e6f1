import { Defined } from '@/shared/ui/Defined';
import text from '@/shared/styles/text.module.css';

/** Why the usual test and correction are the usual ones. */
export function TestNote() {
  return (
    <p className={text.note}>
      A table asks many questions at once: Holm’s correction over all of it keeps the chance of any
      false star at 5% or less. The t-test and the randomization test ask about the mean, which is
      what the table shows.{' '}
      <Defined at="significance#which-test-and-why">Which test, and why</Defined>
    </p>
  );
}
