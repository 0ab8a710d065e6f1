import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/shared/ui/requests/PageTrouble.module.css';

type Props = Readonly<{ children: ReactNode }>;
type State = Readonly<{ isBroken: boolean }>;

/** The last resort when a page breaks. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <section className={styles.trouble} role="alert">
        <h1>This page broke</h1>
        <p>
          Nothing saved is lost. Reload the page; if the error persists, report it to an
          administrator of this installation.
        </p>
        <p className={buttons.actions}>
          <Button look="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <a href="/">Your work</a>
        </p>
      </section>
    );
  }
}
