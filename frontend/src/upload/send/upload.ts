import { csrfToken } from '@/api/client';
import type { BadLine, MojibakeFound } from '@/api/types';
import { ApiError, errorFrom, unreachable } from '@/shared/requests/errors';

type Answered = Readonly<{
  file?: string;
  place?: number;
  bad_lines?: readonly BadLine[];
  n_bad_lines?: number;
  mojibake?: MojibakeFound;
}>;

/** A file of which nothing was stored, and the lines of which file were the reason. */
export class FileRejected extends ApiError {
  /** '' where the answer names none. */
  readonly file: string;
  /** Its place among all that were sent, from 1. */
  readonly place: number | null;
  readonly badLines: readonly BadLine[];
  readonly nBadLines: number;
  /** Text that looks wrongly decoded: the same files may be sent with a choice about it. */
  readonly mojibake: MojibakeFound | null;

  constructor(error: ApiError, { file, place, bad_lines, n_bad_lines, mojibake }: Answered) {
    super(error.status, error.code, error.detail);
    this.name = 'FileRejected';
    this.file = file ?? '';
    this.place = place ?? null;
    this.badLines = bad_lines ?? [];
    this.nBadLines = n_bad_lines ?? this.badLines.length;
    this.mojibake = mojibake ?? null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function rejection(status: number, body: unknown): ApiError {
  return new FileRejected(errorFrom(status, body), body ?? {});
}

const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Why a form was lost on its way: browsers read no file that was changed after it was chosen. */
async function lost(form: FormData): Promise<ApiError> {
  const files = [...form.values()].filter((value) => value instanceof File);
  for (const file of files)
    if (!(await isReadable(file))) {
      const reason = `${file.name} was changed after it was chosen: choose it again.`;
      return new ApiError(0, 'file_changed', reason);
    }
  return unreachable();
}

/** Sends a form with files. `onSent` hears which share is on its way; 1 means that it is being read. */
export function upload<Report>(
  path: string,
  form: FormData,
  onSent: (share: number) => void,
): Promise<Report> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // `fetch` does not report how much was sent
    request.open('POST', path);
    request.setRequestHeader('X-CSRFToken', csrfToken());
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total);
    request.upload.onload = () => onSent(1);
    request.onerror = () => void lost(form).then(reject);
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status === 200 || request.status === 201) resolve(body as Report);
      else reject(rejection(request.status, body));
    };
    request.send(form);
  });
}
