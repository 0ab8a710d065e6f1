import type { QueryKey } from '@tanstack/react-query';
import type { Address, Params } from '@/api/calls';

/** The key of all that is read at an address, or of what is read there with some parameters. */
export const keyOf = <A extends Address>(address: A, params: Partial<Params<A>> = {}): QueryKey => [
  address,
  params,
];
