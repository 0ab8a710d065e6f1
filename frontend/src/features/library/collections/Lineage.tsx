import type { Origin } from '@/api/types';
import { Names } from '@/features/library/frame/Names';
import { Fact } from '@/shared/ui/Fact';

type Props = Readonly<{ lineage: Origin; pathOf: (name: string) => string }>;

/** What a collection or a topic set is a variant of, and which variants are made of it. */
export function Lineage({ lineage, pathOf }: Props) {
  const { ancestors, recipe, seed, variants } = lineage;
  return (
    <>
      {ancestors.length > 0 && (
        <Fact name="variant of">
          <Names names={ancestors} pathOf={pathOf} />
          {recipe !== null && `; by ${recipe}`}
          {seed !== null && `, seed ${seed}`}
        </Fact>
      )}
      {variants.length > 0 && (
        <Fact name="variants of it">
          <Names names={variants} pathOf={pathOf} />
        </Fact>
      )}
    </>
  );
}
