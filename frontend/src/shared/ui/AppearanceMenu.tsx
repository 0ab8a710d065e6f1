import { useEffect, useId, useRef } from 'react';
import {
  TEXT_SIZES,
  THEMES,
  chooseTextSize,
  chooseTheme,
  useTextSize,
  useTheme,
} from '@/shared/browser/appearance';
import styles from '@/shared/ui/AppearanceMenu.module.css';

const THEME_NAMES = { auto: 'As the device', light: 'Light', dark: 'Dark' } as const;
const SIZE_NAMES = { s: 'Small', m: 'Medium', l: 'Large', xl: 'Very large' } as const;

type ChoiceProps<Value extends string> = Readonly<{
  legend: string;
  values: readonly Value[];
  names: Readonly<Record<Value, string>>;
  chosen: Value;
  onChoose: (value: Value) => void;
}>;

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, values, names, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {names[value]}
        </label>
      ))}
    </fieldset>
  );
}

/** Light or dark, and how large the text is; remembered in this browser. */
export function AppearanceMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const theme = useTheme();
  const size = useTextSize();

  useEffect(() => {
    const close = ({ target }: Event): void => {
      if (target instanceof Node && !menu.current?.contains(target)) {
        menu.current?.removeAttribute('open');
      }
    };
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || menu.current?.open !== true) return;
      event.stopPropagation();
      menu.current.removeAttribute('open');
      menu.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', leave);
    };
  }, []);

  return (
    <details ref={menu} className={styles.menu}>
      <summary aria-label="Light, dark and text size" title="Light, dark and text size">
        <span aria-hidden>Aa</span>
      </summary>
      <div className={styles.choices}>
        <Choice
          legend="Theme"
          values={THEMES}
          names={THEME_NAMES}
          chosen={theme}
          onChoose={chooseTheme}
        />
        <Choice
          legend="Text size"
          values={TEXT_SIZES}
          names={SIZE_NAMES}
          chosen={size}
          onChoose={chooseTextSize}
        />
      </div>
    </details>
  );
}
