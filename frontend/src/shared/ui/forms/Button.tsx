import type { ComponentProps } from 'react';
import buttons from '@/shared/styles/buttons.module.css';

const LOOKS = {
  primary: buttons.primary,
  second: buttons.second,
  plain: buttons.plain,
  flush: buttons.flush,
  final: buttons.final,
};
type Props = Omit<ComponentProps<'button'>, 'className'> & Readonly<{ look?: keyof typeof LOOKS }>;

/** A button that acts on the page; one of `type` submit sends its form. */
export const Button = ({ look = 'plain', ...button }: Props) => (
  <button type="button" className={LOOKS[look]} {...button} />
);
