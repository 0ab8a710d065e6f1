import '@/shared/styles/layers.css';
import '@/shared/styles/fonts.css';
import '@/shared/styles/tokens.css';
import '@/shared/styles/base.css';
import '@/shared/styles/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/App';
import { keepOneTitle } from '@/app/keepOneTitle';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root');

keepOneTitle();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
