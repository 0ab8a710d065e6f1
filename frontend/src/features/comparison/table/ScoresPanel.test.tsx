import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Comparison, ComparisonCell } from '@/api/compared';
import { Block } from '@/features/comparison/table/ScoresPanel';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

const cell = (part: Partial<ComparisonCell>): ComparisonCell => ({
  run: 'BERT',
  baseline_mean: 0,
  mean: 0,
  difference: 0,
  relative: null,
  interval: null,
  these_topics: null,
  p_value: 0.5,
  p_adjusted: null,
  n_corrected: null,
  effects: [],
  stars: '',
  n_missing: 0,
  ...part,
});

const row = (measure: string, isLowerBetter: boolean, part: Partial<ComparisonCell>) => ({
  measure,
  lower_is_better: isLowerBetter,
  is_tested: true,
  caution: null,
  baseline_mean: part.baseline_mean ?? 0,
  baseline_n_missing: 0,
  cells: [cell(part)],
});

const MFR = {
  baseline_mean: 4.6,
  mean: 2.9,
  difference: -1.7,
  interval: [-2.1, -1.3],
  p_value: 0.0034,
  stars: '**',
};
const P = {
  baseline_mean: 0.65,
  mean: 0.51,
  difference: -0.14,
  p_value: 0.0004,
  stars: '***',
  n_missing: 2,
};
const RR = { baseline_mean: 0.958, mean: 0.931, difference: -0.027 };

const comparison: Comparison = {
  baseline: 'BM25',
  baseline_labels: null,
  runs: ['BERT'],
  test: 't',
  n_tests: 3,
  correction: 'none',
  family: null,
  n_corrected: null,
  test_options: {
    seed: 0,
    permutations: 10000,
    zero_method: 'wilcox',
    bound: null,
    confidence: 0.95,
  },
  content_hash: 'abc',
  same_relevant: [],
  topics: { n: 42, common_to_runs: false, n_left_out: 0, only_topics_of: null },
  blocks: [
    {
      labels: 'liberal',
      sample: null,
      is_simulated: true,
      min_relevance: 1,
      n_topics: 42,
      pool_runs: ['BM25'],
      rows: [row('MFR@10', true, MFR), row('P@10', false, P), row('RR@10', false, RR)],
      unjudged: [
        {
          cutoff: 10,
          shares: [
            { run: 'BM25', share: 0 },
            { run: 'BERT', share: 0.31 },
          ],
        },
      ],
      notes: [],
    },
  ],
};

function show(part: Partial<Comparison> = {}) {
  const shown = { ...comparison, ...part };
  const [block] = shown.blocks;
  if (block === undefined) throw new Error('the comparison has a block');
  return render(<Block block={block} comparison={shown} />, { wrapper: MemoryRouter });
}

/** What one run scores by one measure. */
function cellOf(measure: string, run = 'BERT') {
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  const row = screen.getByRole('row', { name: new RegExp(`^${run}`) });
  const cell =
    within(row).getAllByRole('cell')[heads.findIndex((head) => head.startsWith(measure)) - 1];
  if (cell === undefined) throw new Error(`no column ${measure}`);
  return within(cell);
}

/** The block alone, with other columns or notes. */
const blockWith = (part: Partial<Comparison['blocks'][number]>): Comparison['blocks'] =>
  comparison.blocks.map((block) => ({ ...block, ...part }));

describe('a block of the comparison', () => {
  it('calls a fall of MFR better, and marks that lower is better', () => {
    show();
    const difference = cellOf('MFR@10').getByText(/−1\.70/);
    expect(difference.dataset['direction']).toBe('better');
    expect(difference.textContent).toBe('−1.70** (better)');
    expect(screen.getByLabelText('lower is better')).toBeTruthy();
  });

  it('calls a fall of precision worse', () => {
    show();
    expect(cellOf('P@10').getByText(/−\.140/).dataset['direction']).toBe('worse');
  });

  it('gives no colour to a difference without a star', () => {
    show();
    expect(cellOf('RR@10').getByText(/−\.027/).dataset['direction']).toBeUndefined();
  });

  it('calls no run worse for other labels, and gives it no star', () => {
    show({
      baseline: null,
      baseline_labels: 'strict',
      blocks: blockWith({ rows: [{ ...row('P@10', false, P), baseline_mean: null }] }),
    });
    const difference = cellOf('P@10').getByText(/−\.140/);
    expect(difference.dataset['direction']).toBeUndefined();
    expect(difference.textContent).not.toContain('*');
  });

  it('prints the best of a column bold, the lowest where lower is better', () => {
    show();
    expect(cellOf('MFR@10').getByText('2.90').className).toContain('best');
    expect(cellOf('P@10', 'BM25').getByText('.650').className).toContain('best');
  });

  it('shows test, interval and missing topics beside the difference', () => {
    show();
    expect(cellOf('MFR@10').getByText(/^\[−2\.10, −1\.30\] · p = \.003 · 1\sof\s2/)).toBeTruthy();
    expect(cellOf('P@10').getByText('2 topics missing, scored worst')).toBeTruthy();
  });

  it('shows both intervals of an estimate, each by its name', () => {
    const sample = { n_judged: 9, n_drawable: 20, measures: ['P@10'], text: 'estimated from 9' };
    const part = { interval: [-0.2, 0.1], these_topics: [-0.1, 0.05] };
    show({ blocks: blockWith({ sample, rows: [row('P@10', false, part)] }) });
    const shown = cellOf('P@10')
      .getByText(/topics/)
      .textContent.replaceAll('\u00a0', ' ');
    expect(shown).toContain('topics like these [−.200, +.100] · these topics [−.100, +.050]');
    expect(screen.getByText('estimates')).toBeTruthy();
  });

  it('names its test, and shows p of the test by itself beside the corrected one', () => {
    show({
      test: 'randomization',
      correction: 'holm',
      family: 'table',
      n_corrected: 24,
      blocks: blockWith({ rows: [row('AP', false, { p_value: 0.01, p_adjusted: 0.24 })] }),
    });
    const words =
      /randomization test \(10,000 draws, seed 0\), corrected by Holm for 24 tests of the whole table/;
    expect(screen.getByText(words)).toBeTruthy();
    expect(cellOf('AP').getByText(/p = \.010, corrected \.240/)).toBeTruthy();
  });

  it('shows the share of unjudged, topics, the pool’s runs and who judged', () => {
    show();
    expect(within(screen.getByRole('row', { name: /^BERT/ })).getByText('31%')).toBeTruthy();
    expect(screen.getByText(/42 topics · runs that fed the pool: BM25/)).toBeTruthy();
    expect(screen.getByText('simulated assessors')).toBeTruthy();
    expect(screen.getByText(/Of the top 10 of BERT, 31% have no label/)).toBeTruthy();
  });

  it('says in the server’s words that nothing of a run has a label, beside another’s gap', () => {
    const shares = [
      { run: 'BM25', share: 0.2 },
      { run: 'BERT', share: 1 },
    ];
    const notes = ['No passage of BERT has a label.'];
    show({ blocks: blockWith({ unjudged: [{ cutoff: 10, shares }], notes }) });
    const note = screen.getByText(/No passage of BERT has a label\./).textContent;
    expect(note).toMatch(/a label\. Of the top 10 of BM25, 20% have no label here/);
    expect(note).not.toMatch(/100%/);
  });
});
