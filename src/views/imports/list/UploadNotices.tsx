import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApp } from '../../_base/use-app.ts';

/** Announces, on any page, that a file is uploaded and waits for column matching. */
export function UploadNotices() {
  const { features, toasts, invalidate } = useApp();
  const { imports } = features;
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });

  useEffect(() => {
    const numbered = imports.on('import.numbered', ({ id, name }) => {
      invalidate({ name: 'listImportAttempts' });
      if (path === '/imports/new') return;
      const run = () => void navigate({ to: '/imports/$id', params: { id: String(id) } });
      toasts.show({ tone: 'info', text: `${name} uploaded. Match its columns.`, action: { label: 'Open', run } });
    });
    return () => numbered.unsubscribe();
  }, [imports, toasts, invalidate, navigate, path]);

  return null;
}
