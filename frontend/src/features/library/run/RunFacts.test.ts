import { describe, expect, it } from 'vitest';
import { ancestry } from '@/features/library/run/RunFacts';

describe('ancestry', () => {
  it('is nothing for originals', () => {
    expect(ancestry({ lineage: { collections: ['trees'], topic_sets: ['needs'] } })).toBe('');
  });

  it('names what each was made of, and what that was made of', () => {
    const lineage = { collections: ['cut', 'trees'], topic_sets: ['twice', 'once', 'needs'] };
    expect(ancestry({ lineage })).toBe(
      'passages a variant of trees; topics a variant of once, of needs',
    );
  });
});
