//! The sizes of pictures, from their first bytes.

/// Width and height of a PNG or JPEG; `None` for anything else.
pub(crate) fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        // The end must be there too: a picture that was cut off is not one.
        let is_whole = bytes.windows(4).rev().take(16).any(|window| window == b"IEND");
        return is_whole.then_some((number(16)?, number(20)?));
    }
    if bytes.starts_with(&[0xFF, 0xD8]) {
        return jpeg_dimensions(bytes);
    }
    None
}

/// Whether the bytes are a JPEG.
fn jpeg_dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let [0xFF, marker, high, low] = *bytes.get(at..at + 4)? else { return None };
        let length = usize::from(u16::from_be_bytes([high, low]));
        // The frame headers, without tables (C4), JPG (C8) and arithmetic coding (CC).
        if (0xC0..=0xCF).contains(&marker) && !matches!(marker, 0xC4 | 0xC8 | 0xCC) {
            let number =
                |at: usize| Some(u32::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
            return Some((number(at + 7)?, number(at + 5)?));
        }
        at += 2 + length;
    }
}

#[cfg(test)]
mod tests {
    use super::dimensions;

    #[test]
    fn sizes_of_pictures() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x40\0\0\0\xf0".to_vec();
        assert_eq!(dimensions(&png), None, "cut off");
        png.extend(b"....\0\0\0\0IEND\xaeB`\x82");
        assert_eq!(dimensions(&png), Some((320, 240)));
        let jpeg = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC0, 0, 11, 8, 0, 240, 1, 64, 3];
        assert_eq!(dimensions(&jpeg), Some((320, 240)));
        assert_eq!(dimensions(b"GIF89a"), None);
        assert_eq!(dimensions(&[0xFF, 0xD8, 0xFF]), None);
    }
}
