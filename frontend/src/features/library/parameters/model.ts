import type { ModelRun, Ranker, RankerParameter } from '@/api/types';

/** The form values of a ranker with a model; an empty text is the ranker’s default. */
export type ModelPart = Readonly<{
  model: string;
  passage_model: string;
  precision: ModelRun['precision'];
  /** Of a re-ranking; null is the ranker’s own. */
  rerankDepth: string | null;
  /** Of a re-ranking; empty leaves it to the server. */
  pairsPerChunk: string;
  parameters: Readonly<Record<string, string>>;
}>;

export const UNSAID: ModelPart = {
  model: '',
  passage_model: '',
  precision: 'float32',
  rerankDepth: null,
  pairsPerChunk: '',
  parameters: {},
};

const YES_NO = { yes: true, no: false } as const;

/** A parameter’s value as the server takes it. */
export function valueOf({ kind }: Pick<RankerParameter, 'kind'>, text: string) {
  if (kind === 'whole') return Number(text);
  return kind === 'yes_no' ? text === 'yes' : text;
}

/** A parameter’s value as the form shows it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'boolean') return `${value as string | number}`;
  return Object.entries(YES_NO).find(([, is]) => is === value)?.[0] ?? '';
}

/** What was entered; of a prompt, blanks at its ends are part of it. */
function textIn({ parameters }: ModelPart, { name, kind }: RankerParameter): string {
  const text = parameters[name] ?? '';
  return kind === 'prompt' ? text : text.trim();
}

/** The parameters that differ from the ranker’s defaults. */
export const changedIn = (part: ModelPart, ranker: Ranker): readonly RankerParameter[] =>
  ranker.parameters.filter((one) => {
    const text = textIn(part, one);
    return text !== '' && text !== textOf(one.default);
  });

export const requestedParameters = (part: ModelPart, ranker: Ranker): Record<string, unknown> =>
  Object.fromEntries(
    changedIn(part, ranker).map((one) => [one.name, valueOf(one, textIn(part, one))]),
  );

/** Numbers that are none; whether another fits, the server says. */
export const noNumbers = (part: ModelPart, ranker: Ranker): readonly RankerParameter[] =>
  changedIn(part, ranker).filter(
    (one) => one.kind === 'whole' && !Number.isInteger(Number(textIn(part, one))),
  );

export const rerankDepthOf = ({ rerankDepth }: ModelPart, { depth }: Ranker): string =>
  rerankDepth ?? `${depth}`;

/** The last part of a folder or of a name on the hub, as a name may hold it. */
const shortName = (model: string): string =>
  model
    .replace(/\/+$/, '')
    .replace(/^.*\//, '')
    .replace(/[\s,]+/g, '-');

/** The parts of a name for what computes the run, and all that is not as usual. */
export function nameParts(part: ModelPart, ranker: Ranker): readonly string[] {
  const models = [part.model, part.passage_model].map((model) => shortName(model.trim()));
  const changed = changedIn(part, ranker).map((one) =>
    one.kind === 'prompt' ? one.name : `${one.name}=${textIn(part, one)}`,
  );
  const precision = part.precision === 'float32' ? [] : [part.precision];
  return [ranker.name, ...models.filter((model) => model !== ''), ...precision, ...changed];
}

/** The form values with which a run was requested. */
export const partAgain = ({
  model,
  passage_model,
  precision,
  parameters,
  ...request
}: ModelRun) => ({
  model: model ?? '',
  passage_model: passage_model ?? '',
  precision,
  rerankDepth: request.depth == null ? null : `${request.depth}`,
  pairsPerChunk: textOf(request.pairs_per_chunk),
  parameters: Object.fromEntries(
    Object.entries(parameters ?? {}).map(([name, value]) => [name, textOf(value)]),
  ),
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** How a re-ranking is to be divided; null leaves it to the server. */
export function requestedPairs({ pairsPerChunk }: ModelPart): number | null {
  const text = orNull(pairsPerChunk);
  return text === null ? null : Number(text);
}

/** The part of a request that is alike for searches and re-rankings. */
export const modelPartOf = (part: ModelPart, ranker: Ranker) => ({
  ranker: ranker.name as ModelRun['ranker'],
  model: orNull(part.model),
  passage_model: ranker.takes_passage_model ? orNull(part.passage_model) : null,
  precision: part.precision,
  parameters: requestedParameters(part, ranker),
});
