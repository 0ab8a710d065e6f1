import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & Readonly<{ onSubmit?: () => void }>;

/** A form that the page itself handles: the browser sends nothing. */
export const Form = ({ onSubmit, ...form }: Props) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit?.();
    }}
  />
);
