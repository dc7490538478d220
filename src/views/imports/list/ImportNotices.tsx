import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listContacts } from '#contract/contacts.contract.ts';
import { type ImportAttempt, listImportAttempts } from '#contract/imports.contract.ts';
import { listProblemRows } from '#contract/imports/problems.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { formatCount, formatCounted } from '../../_kit/format/format-count.ts';
import { countWords } from './status-words.ts';

/** Tells, on whatever page, that an import has ended or waits for a decision; lists that it has changed load anew. */
export function ImportNotices() {
  const { imports, toasts, invalidate } = useApp();
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });

  useEffect(() => {
    const settled = imports.on('import.settled', ({ import: attempt }) => {
      invalidate(listImportAttempts, listProblemRows, listContacts);
      const isShown = path === `/imports/${attempt.id}`;
      if (attempt.status === 'checked' && isShown) return;
      const run = () => void navigate({ to: '/imports/$id', params: { id: String(attempt.id) } });
      toasts.show({ ...noticeOf(attempt), ...(!isShown && { action: { label: 'Open', run } }) });
    });
    const numbered = imports.on('import.numbered', ({ id, name }) => {
      invalidate(listImportAttempts);
      if (path === '/imports/new') return;
      const run = () => void navigate({ to: '/imports/$id', params: { id: String(id) } });
      toasts.show({ tone: 'info', text: `${name} is uploaded. Match its columns.`, action: { label: 'Open', run } });
    });
    return () => {
      settled.unsubscribe();
      numbered.unsubscribe();
    };
  }, [imports, toasts, invalidate, navigate, path]);

  return null;
}

/** How it came out, in one sentence. */
export function noticeOf(attempt: ImportAttempt): { tone: 'good' | 'warn' | 'bad' | 'info'; text: string } {
  const { file_name, status, failure, check, undo } = attempt;
  switch (status) {
    case 'failed':
      return { tone: 'bad', text: `${file_name} failed: ${failure ?? 'the reason is not known.'}` };
    case 'cancelled':
      return { tone: 'warn', text: `${file_name} is cancelled: ${countWords(attempt) || 'nothing imported'}.` };
    case 'undone':
      return {
        tone: 'info',
        text: `${file_name} is undone: ${formatCount(undo?.removed ?? 0)} removed, ${formatCount(undo?.put_back ?? 0)} put back.`,
      };
    case 'checked':
      return {
        tone: 'info',
        text: `${file_name} is checked: ${formatCount(check?.good ?? 0)} of ${formatCounted(check?.rows ?? 0, 'row', 'rows')} can be imported.`,
      };
    default:
      return {
        tone: attempt.counts.problems > 0 ? 'warn' : 'good',
        text: `${file_name} is done: ${countWords(attempt) || 'no rows'}.`,
      };
  }
}
