import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/App';
import { keepOneTitle } from '@/app/keepOneTitle';
import '@/shared/styles/fonts.css';
import '@/shared/styles/tokens.css';
import '@/shared/styles/base.css';
import '@/shared/styles/parts.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root');

keepOneTitle();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
