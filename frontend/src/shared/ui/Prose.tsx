import type { ReactNode } from 'react';
import styles from '@/shared/ui/Prose.module.css';

type Props = Readonly<{ html: string }>;

/** What an organizer wrote in Markdown, as everybody reads it; its HTML is sanitized by the server. */
export const Prose = ({ html }: Props) => (
  <div className={styles.prose} data-testid="prose" dangerouslySetInnerHTML={{ __html: html }} />
);

type PreviewProps = Readonly<{ label: string; html: string; children?: ReactNode }>;

/** The same beside the field in which it is written; it scrolls, so that keys must reach it. */
export const ProsePreview = ({ label, html, children }: PreviewProps) => (
  <section className={styles.preview} aria-label={label} tabIndex={0}>
    {children}
    {html !== '' && <Prose html={html} />}
  </section>
);
