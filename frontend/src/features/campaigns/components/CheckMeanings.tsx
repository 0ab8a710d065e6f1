/** What the columns of the assessors say, and what they do not. */
export function CheckMeanings() {
  return (
    <details className="fold">
      <summary>What these columns say</summary>
      <dl className="meanings">
        <dt>at work now</dt>
        <dd>Was handed a pair, was on one, or judged within the last five minutes.</dd>
        <dt>median time, an hour</dt>
        <dd>
          Of active time alone: minutes away from the page do not count. “An hour” is how many
          judgments an hour of active work comes to.
        </dd>
        <dt>too fast to read</dt>
        <dd>
          The share of judgments that took less time than the passage takes at 987 characters a
          minute, the mean reading speed of English readers. Many passages can be judged by their
          first lines, so some of it is usual; “look” stands where it is most of 20 judgments or
          more.
        </dd>
        <dt>check pairs, as the expert</dt>
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
      <p className="soft">
        None of these signs pauses or excludes anybody by itself. Quotas and pauses are under
        People.
      </p>
    </details>
  );
}
