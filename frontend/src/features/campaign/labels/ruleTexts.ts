export const AGGREGATES = [
  { value: 'plurality', label: 'plurality: the most votes' },
  { value: 'dawid-skene', label: 'the most likely, by Dawid and Skene' },
  { value: 'majority', label: 'majority: more than half of the votes' },
  { value: 'unanimous', label: 'unanimous: all votes' },
  { value: 'median', label: 'median' },
  { value: 'mean', label: 'mean' },
  { value: 'highest', label: 'highest grade' },
  { value: 'lowest', label: 'lowest grade' },
  { value: 'weighted', label: 'majority, weighted by competence (MACE)' },
] as const;

export const WEIGHTED =
  'Where votes are few, or nearly all say the same, it can be clearly worse than plurality.';

export const ROUNDINGS = [
  { value: 'up', label: 'the upper one' },
  { value: 'down', label: 'the lower one' },
  { value: 'half-even', label: 'the even one' },
] as const;

export const TIES = [
  { value: 'unjudged', label: 'stays without a label' },
  { value: 'highest', label: 'gets the highest' },
  { value: 'lowest', label: 'gets the lowest' },
  { value: 'median', label: 'gets the median, rounded' },
] as const;
export const BY_FALLBACK = { value: 'fallback', label: 'is decided by other labels' } as const;

export const DECISIONS = [
  { value: 'override', label: 'take the place of the votes' },
  { value: 'vote', label: 'count as one more vote' },
  { value: 'ignore', label: 'are ignored' },
] as const;
export const ON_TIES = { value: 'tie', label: 'decide ties' } as const;

export const GOLD = [
  { value: 'expert', label: 'get the known grade as their label' },
  { value: 'none', label: 'get no label' },
] as const;
