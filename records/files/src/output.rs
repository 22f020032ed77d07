//! Writing: complete under its name, or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use zstd::stream::write::Encoder as ZstdEncoder;

use crate::compression::Compression;
use crate::partial;

/// A file that is written beside its final place and put there at the end.
///
/// Whatever happens before [`finish`](Self::finish), the earlier file of that name is still there, and nothing else. A
/// process that is killed leaves a partial file; the next output of the same name removes it. A file that replaces
/// another one has its permissions; a link stays a link, and the file it points to is written. Devices and pipes are
/// streams, written directly, and so are `/dev/stdout`, `/dev/stderr` and `/dev/fd/N`, wherever they lead: a file that
/// the shell opened is not replaced.
#[derive(Debug)]
pub struct Output {
    data: Data,
    /// Where the bytes go, and where the file belongs.
    places: Option<(PathBuf, PathBuf)>,
}

enum Data {
    Plain(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
    Zstd(ZstdEncoder<'static, BufWriter<File>>),
    Done,
}

impl std::fmt::Debug for Data {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Plain(_) => "plain",
            Self::Gzip(_) => "gzip",
            Self::Zstd(_) => "zstd",
            Self::Done => "done",
        })
    }
}

impl Output {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// When it cannot be written there.
    pub fn create(path: &Path, compression: Compression) -> io::Result<Self> {
        let (file, places) = match open_stream(path)? {
            Some(stream) => (stream, None),
            None => {
                let path = end_of_links(path)?;
                let (file, partial) = partial::create_beside(&path)?;
                if let Err(error) = keep_permissions(&file, &path) {
                    let _ = fs::remove_file(&partial);
                    return Err(error);
                }
                (file, Some((partial, path)))
            }
        };
        let file = BufWriter::new(file);
        let data = match compression {
            Compression::None => Data::Plain(file),
            Compression::Gzip => Data::Gzip(Box::new(GzEncoder::new(file, flate2::Compression::default()))),
            Compression::Zstd => {
                let mut encoder = ZstdEncoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Data::Zstd(encoder)
            }
        };
        Ok(Self { data, places })
    }

    /// Whether the bytes go to a stream, where they are as soon as they are written.
    #[must_use]
    pub fn is_stream(&self) -> bool {
        self.places.is_none()
    }

    /// Writes what is left and puts the file in its place.
    ///
    /// # Errors
    ///
    /// When something cannot be written; the file is not there then.
    pub fn finish(mut self) -> io::Result<()> {
        let file = match std::mem::replace(&mut self.data, Data::Done) {
            Data::Plain(file) => file,
            Data::Gzip(encoder) => encoder.finish()?,
            Data::Zstd(encoder) => encoder.finish()?,
            Data::Done => return Ok(()),
        };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some((partial, path)) = &self.places {
            file.sync_all()?;
            // The lock goes with the file, so it is dropped last: an unlocked partial file may be removed.
            fs::rename(partial, path)?;
            drop(file);
            self.places = None;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match &mut self.data {
            Data::Plain(file) => file.write(buffer),
            Data::Gzip(encoder) => encoder.write(buffer),
            Data::Zstd(encoder) => encoder.write(buffer),
            Data::Done => Err(io::Error::other("the file is finished")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.data {
            Data::Plain(file) => file.flush(),
            Data::Gzip(encoder) => encoder.flush(),
            Data::Zstd(encoder) => encoder.flush(),
            Data::Done => Ok(()),
        }
    }
}

impl Drop for Output {
    /// Removes a file that is not finished.
    fn drop(&mut self) {
        if let Some((partial, _)) = &self.places {
            // Nothing more can be done about a file that cannot be deleted.
            let _ = fs::remove_file(partial);
        }
    }
}

/// What is written to directly: open files of this process, devices and pipes.
fn open_stream(path: &Path) -> io::Result<Option<File>> {
    if let Some(name) = name_of_open_file(path) {
        return open_again(&name, path).map(Some);
    }
    let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    is_special.then(|| File::options().write(true).open(path)).transpose()
}

/// The number or name of an open file of this process that a path stands for.
fn name_of_open_file(path: &Path) -> Option<String> {
    if !cfg!(unix) {
        return None;
    }
    let folder = path.parent()?;
    let name = path.file_name()?.to_str()?;
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let is_open_file = match folder.to_str()? {
        "/dev" => matches!(name, "stdin" | "stdout" | "stderr"),
        "/dev/fd" | "/proc/self/fd" => is_number,
        _ => false,
    };
    is_open_file.then(|| name.to_owned())
}

/// Standard output and error are shared, so that what others write to them comes before and after; any other
/// open file is continued at its end.
#[cfg(unix)]
fn open_again(name: &str, path: &Path) -> io::Result<File> {
    use std::os::fd::AsFd;

    match name {
        "stdout" | "1" => Ok(io::stdout().as_fd().try_clone_to_owned()?.into()),
        "stderr" | "2" => Ok(io::stderr().as_fd().try_clone_to_owned()?.into()),
        _ => File::options().append(true).open(path),
    }
}

#[cfg(not(unix))]
fn open_again(_: &str, path: &Path) -> io::Result<File> {
    File::options().append(true).open(path)
}

/// Gives a file the permissions of the one that it will replace, before anything is in it to be read.
fn keep_permissions(file: &File, replaced: &Path) -> io::Result<()> {
    match fs::metadata(replaced) {
        Ok(metadata) => file.set_permissions(metadata.permissions()),
        Err(_) => Ok(()),
    }
}

/// Where the file of a path stands, or will stand: a link stays a link, and what it points to is written.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            result => return result,
        }
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// As many links as Linux follows.
const MOST_LINKS: usize = 40;
