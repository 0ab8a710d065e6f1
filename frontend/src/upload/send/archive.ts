import type { ArchiveReport } from '@/api/types';
import { upload } from '@/upload/send/upload';

/** What an imported campaign is called, and where its passages go; empty is as they were. */
export type ArchiveOptions = Readonly<{ name: string; collection: string; new_collection: string }>;

/** Sends the archive of a campaign, which becomes a closed campaign here. */
export function sendArchive(
  file: File,
  options: ArchiveOptions,
  onSent: (share: number) => void,
): Promise<ArchiveReport> {
  const form = new FormData();
  Object.entries(options).forEach(([name, value]) => form.append(name, value));
  form.append('file', file);
  return upload<ArchiveReport>('/api/campaigns/archive', form, onSent);
}
