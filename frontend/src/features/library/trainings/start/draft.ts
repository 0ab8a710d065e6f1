import type { LabelSet, Run, TrainingChoices, TrainingRequest } from '@/api/types';
import { freeName, nameTrouble } from '@/shared/format/names';

export type Settings = Readonly<Record<string, unknown>>;

export type Draft = Readonly<{
  /** As it was typed; null for the one suggested. */
  name: string | null;
  labels: string;
  run: string;
  ranker: string;
  /** A paper's recipe; '' for none. */
  paper: string;
  loss: string;
  model: string;
  /** Percent of topics. */
  heldOut: number;
  /** Those that were changed. */
  settings: Settings;
}>;

export type Ground = Readonly<{
  labels: readonly LabelSet[];
  runs: readonly Run[];
  choices: TrainingChoices;
  taken: readonly string[];
}>;

/** Runs over the topics and passages of the labels, which negatives can come from. */
export function runsOf(ground: Ground, labels: string): readonly Run[] {
  const named = ground.labels.find(({ name }) => name === labels);
  return ground.runs.filter(
    ({ status, collection, topic_set: topics }) =>
      status === 'complete' && collection === named?.collection && topics === named.topic_set,
  );
}

const EMPTY: Draft = {
  name: null,
  ...{ labels: '', run: '', ranker: '', paper: '', loss: '', model: '' },
  heldOut: 20,
  settings: {},
};

/** The first labels that a run is there for, and the first ranker. */
export function firstDraft(ground: Ground): Draft {
  const labels = ground.labels.find(({ name }) => runsOf(ground, name).length > 0);
  const ranker = ground.choices.rankers[0];
  const draft = labels === undefined ? EMPTY : withLabels(EMPTY, ground, labels.name);
  return ranker === undefined ? draft : withRanker(draft, ground, ranker.name);
}

/** The draft under other labels, with a run of these: a first stage where there is one. */
export function withLabels(draft: Draft, ground: Ground, labels: string): Draft {
  const runs = runsOf(ground, labels);
  const run = runs.find(({ parent }) => parent === null) ?? runs[0];
  return { ...draft, labels, run: run?.name ?? '' };
}

/** The draft for another ranker, by its usual loss and without what belonged to the one before. */
export function withRanker(draft: Draft, { choices }: Ground, ranker: string): Draft {
  const losses = choices.rankers.find(({ name }) => name === ranker)?.losses ?? [];
  return { ...draft, ranker, paper: '', loss: losses[0] ?? '', settings: {} };
}

/** The draft by a paper's recipe, which names its loss. */
export function withPaper(draft: Draft, ground: Ground, paper: string): Draft {
  const found = ground.choices.papers.find(({ name }) => name === paper);
  if (found === undefined) return withRanker(draft, ground, draft.ranker);
  return { ...draft, paper, loss: String(found.settings['loss']), settings: {} };
}

/** Recipes of papers for a ranker. */
export const papersOf = ({ choices }: Ground, ranker: string): readonly string[] =>
  choices.papers.filter(({ settings }) => settings['ranker'] === ranker).map(({ name }) => name);

/** What a setting is: changed here, the paper's, or the usual one. */
export function valueOf(draft: Draft, { choices }: Ground, name: string): unknown {
  if (name in draft.settings) return draft.settings[name];
  const paper = choices.papers.find((one) => one.name === draft.paper);
  if (paper !== undefined) return paper.settings[name];
  return choices.settings.find((one) => one.name === name)?.usual;
}

/** The name that was typed, or one of ranker and labels that is free. */
export const nameOf = ({ name, ranker, labels }: Draft, { taken }: Ground): string =>
  name ?? freeName(`${ranker}-${labels}`, taken);

/** What is missing before a training can be asked for; '' for nothing. */
export function troubleOf(draft: Draft, ground: Ground): string {
  if (draft.labels === '') return 'Choose labels that a run is there for.';
  if (draft.run === '') return 'Choose the run that negatives come from.';
  return nameTrouble(nameOf(draft, ground), ground.taken) ?? '';
}

/** The request, or null where something is missing. */
export function bodyOf(draft: Draft, ground: Ground): TrainingRequest | null {
  if (troubleOf(draft, ground) !== '') return null;
  const { labels, run, ranker, paper: recipe, loss, model, heldOut, settings } = draft;
  return {
    name: nameOf(draft, ground),
    labels,
    run,
    recipe,
    held_out: heldOut / 100,
    settings: { ...settings, ranker, loss },
    ...(model.trim() === '' ? {} : { model: model.trim() }),
  };
}
