import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/board/CheckMeanings.module.css';
import { PACE_MEANING, TOO_FAST } from '@/shared/paceTexts';

/** What the columns of the assessors say, and what they do not. */
export function CheckMeanings() {
  return (
    <details className={parts.fold}>
      <summary>What these columns say</summary>
      <dl className={styles.meanings}>
        <dt>at work now</dt>
        <dd>Was served a pair, was on one, or judged within the last five minutes.</dd>
        <dt>median time, an hour</dt>
        <dd>
          Of active time alone: minutes away from the page do not count. “An hour” is how many
          judgments an hour of active work comes to.
        </dd>
        <dt>{TOO_FAST}</dt>
        <dd>
          {PACE_MEANING} A few come from a key pressed too soon; “look” shows where it is more than
          a quarter of 20 judgments or more.
        </dd>
        <dt>gold pairs, as the expert</dt>
        <dd>
          How often the grade was the expert’s, on pairs that look like any other; “low” is under
          half of five or more.
        </dd>
        <dt>repeats, same grade</dt>
        <dd>
          How often somebody gave the same grade when the same pair came a second time; “within one”
          takes the next grade of the scale for the same. “Low” is under half of five or more.
        </dd>
      </dl>
      <p className={text.soft}>
        None of these signs pauses or excludes anybody by itself. Quotas and pauses are under
        People.
      </p>
    </details>
  );
}
