//! Files that are no networks give an error, whatever is wrong with them.

use chess::Chess;
use damier_network::{Features, Net, NetError, Observed};
use draughts::AnyVariant;
use draughts::variants::{Brazilian, English};

use crate::{Numbers, seal};

fn english() -> Features {
    Features::of_draughts(AnyVariant::of::<English>())
}

fn read(bytes: &[u8]) -> Result<(), NetError> {
    Net::read(bytes, &english()).map(drop)
}

/// A file with other bytes at a place, and the checksum that fits.
fn changed(at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = Numbers::random(english(), 16, 1).file();
    bytes.truncate(bytes.len() - 8);
    bytes[at..at + with.len()].copy_from_slice(with);
    seal(&mut bytes);
    bytes
}

#[test]
fn good_files_are_read() {
    let net = Net::read(&Numbers::random(english(), 64, 1).file(), &english()).expect("a good network");
    assert_eq!((net.width(), net.data_hash(), net.features().game), (64, 77, "english"));
    assert_eq!(
        format!("{net:?}"),
        "Net(english: 4 sets of 35 bits, turned half, 24 pieces, (140 -> 64) x 2 -> 8, data 000000000000004d)"
    );
}

#[test]
fn what_is_wrong_is_said() {
    let message = |bytes: &[u8]| read(bytes).expect_err("a bad network").to_string();
    assert_eq!(message(b"PK\x03\x04"), "not a network of Damier: it does not start with \"damiernn\"");
    assert_eq!(message(&changed(8, &[2])), "network of version 2, expected version 1");
    assert_eq!(message(&changed(12, &[17])), "bad network: width is 17, expected 16, 32, 64 or 128");
    assert_eq!(message(&changed(16, &[0])), "bad network: number of buckets is 0, expected 1 to 32");
    assert_eq!(message(&changed(20, &[254])), "bad network: QA is 254, expected 255");
    assert_eq!(message(&changed(24, &[0])), "bad network: QB is 0, expected 1 to 32767");
    assert_eq!(message(&changed(28, &[0; 4])), "bad network: scale is 0, expected 1 to 10000");
    assert_eq!(
        message(&changed(32, &[0; 8])),
        "network with other features (hash 0000000000000000), expected 4 sets of 35 bits, turned half, 24 pieces: train \
         it again"
    );
    assert_eq!(message(&changed(48, b"russian")), "network for russian, expected one for english");
    assert_eq!(message(&changed(48, b"a\nb\0\0\0\0")), "network for a?b, expected one for english");
    assert_eq!(message(&changed(12, &[32])), "bad network: 5152 bytes, expected 10176");
    let far = (1_i16 << 14).to_le_bytes();
    assert_eq!(message(&changed(88, &far)), "bad network: a weight of the hidden layer is too large");
    let outputs = 88 + (140 * 16 + 16) * 2;
    assert_eq!(
        message(&changed(outputs, &128_i16.to_le_bytes())),
        "bad network: a weight of the output layer is too large"
    );
    let biases = outputs + 8 * 32 * 2;
    assert_eq!(
        message(&changed(biases, &i32::MAX.to_le_bytes())),
        "bad network: a weight of the output layer is too large"
    );
    let mut damaged = Numbers::random(english(), 16, 1).file();
    damaged[100] ^= 1;
    assert_eq!(message(&damaged), "damaged network: the checksum does not match; copy or train it again");
}

#[test]
fn files_cut_off_or_damaged_anywhere_are_refused() {
    let good = Numbers::random(english(), 16, 2).file();
    for len in 0..good.len() {
        assert!(read(&good[..len]).is_err(), "{len} bytes");
    }
    let longer = [&good[..], &[0]].concat();
    assert!(matches!(read(&longer), Err(NetError::Length { .. })));
    for at in 0..good.len() {
        let mut damaged = good.clone();
        damaged[at] = damaged[at].wrapping_add(1);
        assert!(read(&damaged).is_err(), "byte {at}");
    }
}

#[test]
fn networks_are_for_one_game() {
    let brazilian = Features::of_draughts(AnyVariant::of::<Brazilian>());
    let file = Numbers::random(brazilian, 16, 3).file();
    assert!(matches!(read(&file), Err(NetError::Game { .. })));
    let chess_file = Numbers::random(Chess::features(()), 16, 3).file();
    assert!(read(&chess_file).is_err());
    assert!(Net::read(&chess_file, &Chess::features(())).is_ok());
}
